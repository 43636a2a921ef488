@rem The Gradle wrapper, with one addition: where the pinned Gradle is neither unpacked nor reachable
@rem and Maven is there, build, check, test, format and clean run through Maven.
@rem GAZESHIFT_BUILD=gradle or maven chooses by hand.
@echo off
setlocal enabledelayedexpansion

set APP_HOME=%~dp0
if "%JAVA_HOME%"=="" (set JAVA=java.exe) else (set JAVA=%JAVA_HOME%\bin\java.exe)

for /f "tokens=2 delims==" %%u in ('findstr /b distributionUrl "%APP_HOME%gradle\wrapper\gradle-wrapper.properties"') do set URL=%%u
set URL=%URL:\=%
for %%f in ("%URL%") do set DISTRIBUTION=%%~nf
if "%GRADLE_USER_HOME%"=="" set GRADLE_USER_HOME=%USERPROFILE%\.gradle

set BUILD=%GAZESHIFT_BUILD%
if not "%BUILD%"=="" goto chosen
if exist "%GRADLE_USER_HOME%\wrapper\dists\%DISTRIBUTION%" (set BUILD=gradle& goto chosen)
curl --silent --fail --location --head --max-time 10 "%URL%" >nul 2>&1
if %ERRORLEVEL% equ 0 (set BUILD=gradle& goto chosen)
where mvn >nul 2>&1
if %ERRORLEVEL% equ 0 (
  echo gradlew: %DISTRIBUTION% is neither unpacked nor reachable; building with Maven instead 1>&2
  set BUILD=maven& goto chosen
)
echo gradlew: %DISTRIBUTION% is neither unpacked nor reachable, and there is no 'mvn' on the PATH 1>&2
exit /b 1

:chosen
if "%BUILD%"=="maven" goto maven
"%JAVA%" -Xmx64m -Xms64m %JAVA_OPTS% %GRADLE_OPTS% "-Dorg.gradle.appname=gradlew" -classpath "%APP_HOME%gradle\wrapper\gradle-wrapper.jar" org.gradle.wrapper.GradleWrapperMain %*
exit /b %ERRORLEVEL%

:maven
set GOAL=
if "%1"=="build" set GOAL=-Parchive verify
if "%1"=="check" set GOAL=verify
if "%1"=="test" set GOAL=test
if "%1"=="format" set GOAL=spotless:apply
if "%1"=="clean" set GOAL=clean
if "%GOAL%"=="" (
  echo gradlew: '%1' is not known here; through Maven on Windows: build, check, test, format, clean 1>&2
  exit /b 2
)
call mvn --batch-mode -f "%APP_HOME%pom.xml" %GOAL%
exit /b %ERRORLEVEL%
